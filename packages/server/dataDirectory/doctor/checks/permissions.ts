import { constants } from 'node:fs'
import { access, chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check, Finding } from '../Check.ts'
import { counted } from '../Check.ts'

/** The mode bits of users that are neither the owner nor in its group. */
const othersBits = 0o007

async function readableByOthers(dataDir: string): Promise<Finding[]> {
  const { mode } = await stat(dataDir)
  if ((mode & othersBits) === 0) return []
  return [
    {
      severity: 'notice',
      message: `Other users of this machine can open ${dataDir}, which contains password hashes and secrets.`,
      advice: 'Run "coffer doctor --fix", or "chmod o-rwx" on the directory.',
      fix: async () => {
        await chmod(dataDir, mode & ~othersBits & 0o7777)
        return { fixed: `Other users can no longer open ${dataDir}.` }
      },
    },
  ]
}

/** Whether a file is gone: a running server removes its temporary files at any time. */
const isGone = (error: NodeJS.ErrnoException): boolean => error.code === 'ENOENT'

async function notWritable(paths: readonly string[]): Promise<Finding[]> {
  const checked = await Promise.all(
    paths.map(path =>
      access(path, constants.R_OK | constants.W_OK).then(
        () => [],
        error => (isGone(error) ? [] : [path]),
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
async function otherOwners(dataDir: string, paths: readonly string[]): Promise<Finding[]> {
  const { uid } = await stat(dataDir)
  const ofOtherOwner = async (path: string) => {
    const file = await stat(path).catch(error => {
      if (!isGone(error)) throw error
    })
    return file && file.uid !== uid ? [path] : []
  }
  const examples = (await Promise.all(paths.map(ofOtherOwner))).flat()
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
