import { useState } from 'react'
import type { FileRules } from '../../contract.ts'
import type { RecordJson } from '../../RecordJson.ts'
import { leftOutText } from '../fileDraft.ts'
import { judgeFile } from './judgeFile.ts'

interface NewFiles {
  /** Why files were not taken, a sentence for each reason. */
  notices: readonly string[]
  clear: () => void
  /** Folders are not taken; they are named to be talked of. */
  take: (files: readonly File[], folders?: readonly string[]) => Promise<void>
}

interface Told {
  record: RecordJson | undefined
  notices: readonly string[]
}

const nothing: readonly string[] = []

/**
 * Takes new files into a field, as many as fit and only those that the server would take. What it says of them is forgotten with the
 * record as it was then: once that is saved, or another one takes its place.
 * @param add adds them to the draft as it is by then, and answers how many did not fit
 */
export function useNewFiles(rules: FileRules, record: RecordJson | undefined, add: (files: readonly File[]) => number): NewFiles {
  const [told, setTold] = useState<Told>()
  const setNotices = (notices: readonly string[]) => setTold({ record, notices })

  const take = async (files: readonly File[], folders: readonly string[] = []) => {
    const judged = await Promise.all(files.map(async file => ({ file, problem: await problemOf(rules, file) })))
    const leftOut = add(judged.filter(({ problem }) => problem === undefined).map(({ file }) => file))
    setNotices([
      ...folders.map(name => `"${name}" is a folder: add the files in it.`),
      ...judged.flatMap(({ problem }) => problem ?? []),
      ...(leftOut > 0 ? [leftOutText(leftOut, rules.maxFiles)] : []),
    ])
  }
  return { notices: told?.record === record ? (told?.notices ?? nothing) : nothing, clear: () => setTold(undefined), take }
}

async function problemOf(rules: FileRules, file: File): Promise<string | undefined> {
  try {
    return (await judgeFile(rules, file))?.message
  } catch {
    return `"${file.name}" cannot be read. Choose it again.`
  }
}
