/** What a change consists of: files that differ from where the branch left main, committed or not. */
import { spawnSync } from 'node:child_process'

/** Paths from the root, those of deleted files too; none where there is no git. */
export const changedFiles = (root: string): string[] => {
  const [branch] = git(root, 'rev-parse', '--abbrev-ref', 'HEAD')
  // On main itself, what was not sent yet.
  const bases = branch === 'main' ? ['origin/main', 'main'] : ['main', 'origin/main']
  const base = bases.map((each) => git(root, 'merge-base', each, 'HEAD')[0]).find(Boolean)
  return [
    ...git(root, 'diff', '--name-only', '--no-renames', base ?? 'HEAD'),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ]
}

const git = (root: string, ...args: string[]): string[] => {
  const { status, stdout } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}
