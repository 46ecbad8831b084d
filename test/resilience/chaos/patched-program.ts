/** The program with the places of ./places.ts, to be built as one file: its modules are changed by ./patches.ts while it is built. */
import './places.ts'

await import('../../../src/main.ts')
