import { useState } from 'react'
import type { FileRules } from '../../contract.ts'
import type { RecordJson } from '../../RecordJson.ts'
import { describeLeftOut } from '../fileDraft.ts'
import { validateFile } from './validateFile.ts'

interface NewFiles {
  /** Why files were rejected, with one sentence per reason. */
  notices: readonly string[]
  clear: () => void
  /** Folders are rejected; their names are used in the message. */
  take: (files: readonly File[], folders?: readonly string[]) => Promise<void>
}

interface Notices {
  record: RecordJson | undefined
  notices: readonly string[]
}

const nothing: readonly string[] = []

/**
 * Adds new files to a field: as many as fit, without files that the server would reject. Its messages disappear when the record
 * is saved or replaced by another one.
 * @param add adds files to the current draft and returns how many did not fit
 */
export function useNewFiles(rules: FileRules, record: RecordJson | undefined, add: (files: readonly File[]) => number): NewFiles {
  const [shown, setShown] = useState<Notices>()
  const setNotices = (notices: readonly string[]) => setShown({ record, notices })

  const take = async (files: readonly File[], folders: readonly string[] = []) => {
    const validated = await Promise.all(files.map(async file => ({ file, problem: await findProblem(rules, file) })))
    const leftOut = add(validated.filter(({ problem }) => problem === undefined).map(({ file }) => file))
    setNotices([
      ...folders.map(name => `"${name}" is a folder: add the files in it.`),
      ...validated.flatMap(({ problem }) => problem ?? []),
      ...(leftOut > 0 ? [describeLeftOut(leftOut, rules.maxFiles)] : []),
    ])
  }
  return { notices: shown?.record === record ? (shown?.notices ?? nothing) : nothing, clear: () => setShown(undefined), take }
}

async function findProblem(rules: FileRules, file: File): Promise<string | undefined> {
  try {
    return (await validateFile(rules, file))?.message
  } catch {
    return `"${file.name}" cannot be read. Choose it again.`
  }
}
