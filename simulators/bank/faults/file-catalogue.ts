/** Faults of the day's file, which then differs from what happened. The ledger and the payouts remain correct. */
import type { FaultKind } from './fault-kind.ts'

export const FILE_FAULTS = {
  day_file_late: {
    place: 'file',
    parameters: { minutes: 60 },
    does: 'the file is there minutes of the bank clock later',
  },
  bad_checksum: { place: 'file', parameters: {}, does: 'the checksum beside the file is another one' },
  unknown_row: { place: 'file', parameters: { minor: 1_000 }, does: 'a sale of minor that never was is in the file' },
  missing_row: { place: 'file_row', parameters: {}, does: 'the movement is not in the file' },
  double_row: { place: 'file_row', parameters: {}, does: 'the movement is twice in the file' },
  amount_off: { place: 'file_row', parameters: { minor: 100 }, does: 'the movement has minor too much' },
  commission_off: {
    place: 'file_row',
    parameters: { minor: 10 },
    does: 'the commission of the movement has minor too much',
  },
} as const satisfies Readonly<Record<string, FaultKind>>
