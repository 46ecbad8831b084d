/** Lets repeats of a key wait for the work of this process instead of polling the database. */
export const trackRunning = async <T>(
  running: Map<string, Promise<unknown>>,
  id: string,
  work: Promise<T>,
): Promise<T> => {
  running.set(id, work)
  try {
    return await work
  } finally {
    if (running.get(id) === work) running.delete(id)
  }
}
