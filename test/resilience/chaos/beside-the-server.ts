/** A program as a process of its own on a database of the test run's server: for what needs several programs, or many starts. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDatabase, type TestDatabase, testServer } from '../../support/test-server.ts'
import { openProgram, type Program } from './program.ts'

export interface Beside {
  database: TestDatabase
  open(env?: Record<string, string>): Promise<Program>
  end(): Promise<void>
}

export const besideTheServer = async (): Promise<Beside> => {
  const server = testServer()
  const database = await makeDatabase()
  const programs: Program[] = []
  return {
    database,
    async open(env = {}) {
      const settings = {
        DATABASE_URL: database.url,
        VEZNE_MASTER_KEYS: server.masterKeys,
        VEZNE_DATABASE_CONNECTIONS: '8',
      }
      const program = await openProgram({ ...settings, ...env })
      copyFileSync(join(server.dataDir, 'demo.json'), join(program.dataDir, 'demo.json'))
      programs.push(program)
      return program
    },
    async end() {
      await Promise.all(programs.map((program) => program.end()))
      await database.drop()
    },
  }
}
