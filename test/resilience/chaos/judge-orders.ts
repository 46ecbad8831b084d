/** The oracle for runs without subscribers: repeats every order once more, then joins ledger, tables and answers. */
import { readLedger } from './bank-ledger.ts'
import { judge } from './oracle.ts'
import { type PlatformRecords, readRecords } from './platform-records.ts'
import type { Program } from './program.ts'
import { type Order, pay, type Told } from './swarm.ts'

export const judgeOrders = async (
  program: Program,
  orders: readonly Order[],
  ledgers: readonly string[],
): Promise<{ books: PlatformRecords; faults: string[] }> => {
  const repeats = new Map<string, Told>()
  for (const order of orders) {
    const told = await pay(program, order)
    if (told) repeats.set(order.key, told)
  }
  const books = await readRecords(program.ownerUrl())
  const { 'events never delivered': _, ...verdict } = judge({
    orders,
    repeats,
    ledger: ledgers.flatMap(readLedger),
    books,
    received: [],
    secrets: {},
  })
  return { books, faults: Object.entries(verdict).flatMap(([name, all]) => all.map((fault) => `${name}: ${fault}`)) }
}
