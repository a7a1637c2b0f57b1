import { useState } from 'react'
import type { FileRules } from '../../contract.ts'
import { leftOutText } from '../fileDraft.ts'
import { judgeFile } from './judgeFile.ts'

interface NewFiles {
  /** Why files were not taken, a sentence for each reason. */
  notices: readonly string[]
  clear: () => void
  /** Folders are not taken; they are named to be talked of. */
  take: (files: readonly File[], folders?: readonly string[]) => Promise<void>
}

/**
 * Takes new files into a field, as many as fit and only those that the server would take.
 * @param add adds them to the draft as it is by then, and answers how many did not fit
 */
export function useNewFiles(rules: FileRules, add: (files: readonly File[]) => number): NewFiles {
  const [notices, setNotices] = useState<readonly string[]>([])

  const take = async (files: readonly File[], folders: readonly string[] = []) => {
    const judged = await Promise.all(files.map(async file => ({ file, problem: await problemOf(rules, file) })))
    const leftOut = add(judged.filter(({ problem }) => problem === undefined).map(({ file }) => file))
    setNotices([
      ...folders.map(name => `"${name}" is a folder: add the files in it.`),
      ...judged.flatMap(({ problem }) => problem ?? []),
      ...(leftOut > 0 ? [leftOutText(leftOut, rules.maxFiles)] : []),
    ])
  }
  return { notices, clear: () => setNotices([]), take }
}

async function problemOf(rules: FileRules, file: File): Promise<string | undefined> {
  try {
    return (await judgeFile(rules, file))?.message
  } catch {
    return `"${file.name}" cannot be read. Choose it again.`
  }
}
