import { constants } from 'node:fs'
import { access, chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check, Finding } from '../Check.ts'
import { counted } from '../counted.ts'

/** The mode bits of users that are neither the owner nor in its group. */
const othersBits = 0o007

const readableByOthers = async (dataDir: string): Promise<Finding[]> => {
  const { mode } = await stat(dataDir)
  if ((mode & othersBits) === 0) return []
  return [
    {
      severity: 'notice',
      message: `Other users of this machine can open ${dataDir}, which contains password hashes and secrets.`,
      advice: 'Run "coffer doctor --fix", or "chmod o-rwx" on the directory.',
      fix: async () => {
        await chmod(dataDir, mode & ~othersBits & 0o7777)
        return `Other users can no longer open ${dataDir}.`
      },
    },
  ]
}

const notWritable = async (paths: readonly string[]): Promise<Finding[]> => {
  const checked = await Promise.all(
    paths.map(path =>
      access(path, constants.R_OK | constants.W_OK).then(
        () => [],
        () => [path],
      ),
    ),
  )
  const examples = checked.flat()
  if (examples.length === 0) return []
  const advice = 'Change the owner of these files to the user that runs the server, for example with chown.'
  return [
    {
      severity: 'problem',
      message: `This user cannot write ${counted(examples.length, 'file')} of the data directory.`,
      advice,
      examples,
    },
  ]
}

/** A file of another owner, typically created by a command that ran as root. */
const otherOwners = async (dataDir: string, paths: readonly string[]): Promise<Finding[]> => {
  const { uid } = await stat(dataDir)
  const owners = await Promise.all(paths.map(async path => ({ path, owner: (await stat(path)).uid })))
  const examples = owners.filter(({ owner }) => owner !== uid).map(({ path }) => path)
  if (examples.length === 0) return []
  const advice = 'Give all files of the data directory the same owner, for example with chown -R.'
  return [
    {
      severity: 'notice',
      message: `${counted(examples.length, 'file')} with another owner than the data directory.`,
      advice,
      examples,
    },
  ]
}

export const permissions: Check = {
  name: 'permissions',
  title: 'The server can write its files, and other users cannot read them.',
  find: async ({ config: { dataDir } }) => {
    // The lock file disappears with its server.
    const names = (await readdir(dataDir)).filter(name => !name.startsWith('.'))
    const paths = names.map(name => join(dataDir, name))
    const owners =
      process.platform === 'win32' ? [] : [...(await readableByOthers(dataDir)), ...(await otherOwners(dataDir, paths))]
    return [...(await notWritable([dataDir, ...paths])), ...owners]
  },
}
