/** The processes of a program as the platform's people see them. */
import assert from 'node:assert/strict'

export interface Listed {
  pid: number
  status: string
  serves_requests: boolean
  runs_jobs: boolean
  ended: string | null
}

/** Each time on a connection of its own: the process that answered before may be gone. */
export const listProcesses = async (identity: string, token: string): Promise<Listed[]> => {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  const answer = await fetch(`${identity}/api/v1/platform/processes`, { headers })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { items: Listed[] }).items
}
