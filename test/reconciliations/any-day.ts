/** Days of a bank as its records, for properties of what reads them. */
import fc from 'fast-check'
import type { FileRecord } from '../../simulators/bank/settlement/day-file.ts'

const minor = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
const word = (max: number) => fc.stringMatching(new RegExp(`^[A-Z0-9]{1,${max}}$`))
const day = fc.integer({ min: 20_000, max: 25_000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10))
const time = fc.tuple(day, fc.integer({ min: 10, max: 23 })).map(([on, hour]) => `${on}T${hour}:15:30+03:00`)
const part = fc.integer({ min: 1, max: 12 }).chain((of) => fc.integer({ min: 1, max: of }).map((n) => `${n}/${of}`))

const detail = fc
  .record({
    order: word(40),
    id: fc.option(word(40), { nil: '' }),
    host: fc.option(word(20), { nil: '' }),
    auth: fc.option(word(10), { nil: '' }),
    kind: fc.constantFrom('SALE', 'REFUND', 'VOID_AFTER', 'CHARGEBACK', 'CHARGEBACK_REVERSAL', 'FEE'),
    time,
    onUs: fc.constantFrom('Y', 'N', ''),
    part,
    amount: fc.integer({ min: 0, max: 1_000_000_000 }),
    points: fc.integer({ min: 0, max: 10_000 }),
    commission: fc.integer({ min: 0, max: 10_000 }),
    tax: fc.integer({ min: 0, max: 500 }),
    blocked: fc.integer({ min: 0, max: 360 }),
    value: day,
  })
  .map((r): FileRecord => {
    // On the side of its kind, and no more of it taken than there is.
    const side = r.kind === 'SALE' || r.kind === 'CHARGEBACK_REVERSAL' ? 1 : -1
    const [gross, commission, tax] = [r.amount, Math.min(r.commission, r.amount), r.tax].map(
      (part) => part * side || 0,
    ) as [number, number, number]
    const kept = Math.abs(commission + tax) > Math.abs(gross) ? 0 : tax
    const sums = [gross, r.points, commission, kept, gross - commission - kept]
    const card = ['403280******0015', 'VISA', 'CREDIT', r.onUs, r.part]
    return ['D', r.order, r.id, r.host, r.auth, r.kind, r.time, ...card, ...sums, r.blocked, r.value]
  })
const release = fc
  .tuple(word(40), word(20), part, minor, day)
  .map(([order, id, of, net, on]): FileRecord => ['B', order, id, of, net, on])
const payout = fc.tuple(day, minor, minor).map(([on, amount, carried]): FileRecord => ['P', on, amount, carried])

const header = fc
  .record({ merchant: fc.stringMatching(/^[0-9]{8,15}$/), day, number: fc.integer({ min: 1, max: 99 }), time })
  .map((h): FileRecord => ['H', '1', 'SIMBANK', h.merchant, 'TRY', h.day, h.number, h.time])

export const anyDay: fc.Arbitrary<FileRecord[]> = fc
  .tuple(header, fc.array(detail, { maxLength: 8 }), fc.array(fc.oneof(release, payout), { maxLength: 3 }))
  .map(([head, details, others]) => {
    const sum = (at: number): number => details.reduce((total, fields) => total + Number(fields[at]), 0)
    const numbered = [...details, ...others].map(([kind, ...rest], n): FileRecord => [kind!, n + 1, ...rest])
    return [head, ...numbered, ['T', details.length, sum(12), sum(14), sum(16)]]
  })
