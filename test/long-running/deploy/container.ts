/**
 * The image: built by buildah on a base of mmdebstrap, then run as it says of itself (user, environment, command) with a read-only root, beside
 * PostgreSQL 15. It runs by chroot, not by podman: nested machines give a container neither limits nor networks.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { megabytes, sizeOf } from '../../../scripts/package/sizes.ts'
import { copyInto, debianFolder, runInside, writeInto } from './debian-folder.ts'
import { lastLines, type Part, type PartContext, runProgram } from './part.ts'

interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
}

export const container: Part = {
  title: 'image',
  needs: { root: 'root', mmdebstrap: 'mmdebstrap', buildah: 'buildah', unshare: 'util-linux', ip: 'iproute2' },
  async run(context) {
    const { folder, say } = context
    const debian = await debianFolder(folder, say)
    const built = debian === null ? null : await build(context)
    if (debian === null || built === null) return false
    const { config, mounted } = built
    say(
      `user ${config.User}; ${[...config.Entrypoint, ...config.Cmd].join(' ')}; ${megabytes(sizeOf(mounted))} with its base`,
    )
    const copied = await runProgram('cp', ['-a', mounted, join(debian, 'image')])
    if (copied.code !== 0 || config.User !== '10001:10001') return false
    writeInto(debian, 'root/image.env', config.Env.map((line) => `${line}\n`).join(''))
    writeInto(debian, 'root/image.command', [...config.Entrypoint, ...config.Cmd].join(' '))
    copyInto(debian, 'test/long-running/deploy/run-image.sh', 'root/run-image.sh')
    copyInto(debian, 'test/long-running/deploy/systemctl.sh', 'usr/local/bin/systemctl', 0o755)
    const ran = await runInside(debian, ['bash', '/root/run-image.sh'], join(folder, 'image.log'), (line) => {
      if (line.startsWith('--- ')) say(line.slice(4))
    })
    if (ran.code !== 0) for (const line of lastLines(ran.output, 20)) say(line)
    return ran.code === 0
  },
}

const build = async ({ folder, say }: PartContext): Promise<{ config: ImageConfig; mounted: string } | null> => {
  const context = join(folder, 'base')
  mkdirSync(context)
  writeFileSync(join(context, 'Containerfile'), 'FROM scratch\nADD base.tar /\n')
  const buildah = (...words: string[]) =>
    runProgram('buildah', [
      '--root',
      join(folder, 'store'),
      '--runroot',
      join(folder, 'run'),
      '--storage-driver',
      'vfs',
      ...words,
    ])
  const isolated = ['build', '--isolation', 'chroot', '--network', 'host', '--quiet']
  const steps: [program: typeof buildah, words: string[]][] = [
    [
      (...words) => runProgram('mmdebstrap', words),
      ['--variant=minbase', '--include=libstdc++6,libatomic1', 'bookworm', join(context, 'base.tar')],
    ],
    [buildah, [...isolated, '--tag', 'localhost/base', context]],
    [
      buildah,
      [
        ...isolated,
        '--build-arg',
        'BASE=localhost/base',
        '--file',
        'deploy/container/Containerfile',
        '--tag',
        'localhost/vezne',
        join(folder, 'dist'),
      ],
    ],
    [buildah, ['from', '--name', 'tried', '--pull-never', 'localhost/vezne']],
  ]
  for (const [program, words] of steps) {
    const { code, output } = await program(...words)
    if (code === 0) continue
    for (const line of lastLines(output)) say(line)
    return null
  }
  const inspected = await buildah('inspect', '--type', 'image', 'localhost/vezne')
  const { config } = (JSON.parse(inspected.output) as { OCIv1: { config: ImageConfig } }).OCIv1
  const mounted = (await buildah('mount', 'tried')).output.trim().split('\n').at(-1)!
  return { config, mounted }
}
