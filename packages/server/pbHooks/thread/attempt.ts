import { GoError } from './errors.ts'

const reasons: Readonly<globalThis.Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file exists',
  EACCES: 'permission denied',
  ENOTEMPTY: 'directory not empty',
}

/** Returns what Go says about an error of the operating system. */
export function reasonOf({ code = '' }: Pick<NodeJS.ErrnoException, 'code'>): string {
  return reasons[code] ?? code
}

/** Runs work, with the errors of 0.22. */
export function attempt<T>(verb: string, file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new GoError(`${verb} ${file}: ${reasonOf(error as NodeJS.ErrnoException)}`)
  }
}
