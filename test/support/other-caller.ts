/** What somebody else does meanwhile: a test that keeps a transaction open plays a second caller, who has none. */
import { open } from '../../src/infra/database/statements/transaction.ts'

export const asOtherCaller = <T>(work: () => T): T => open.exit(work)
