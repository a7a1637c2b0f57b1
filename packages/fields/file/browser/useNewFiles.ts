import { useState } from 'react'
import type { FileRules } from '../../contract.ts'
import type { RecordJson } from '../../RecordJson.ts'
import { leftOutText } from '../fileDraft.ts'
import { validateFile } from './validateFile.ts'

interface NewFiles {
  /** Why files were rejected, with one sentence per reason. */
  notices: readonly string[]
  clear: () => void
  /** Folders are rejected; their names are used in the message. */
  take: (files: readonly File[], folders?: readonly string[]) => Promise<void>
}

interface Told {
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
  const [told, setTold] = useState<Told>()
  const setNotices = (notices: readonly string[]) => setTold({ record, notices })

  const take = async (files: readonly File[], folders: readonly string[] = []) => {
    const checked = await Promise.all(files.map(async file => ({ file, problem: await problemOf(rules, file) })))
    const leftOut = add(checked.filter(({ problem }) => problem === undefined).map(({ file }) => file))
    setNotices([
      ...folders.map(name => `"${name}" is a folder: add the files in it.`),
      ...checked.flatMap(({ problem }) => problem ?? []),
      ...(leftOut > 0 ? [leftOutText(leftOut, rules.maxFiles)] : []),
    ])
  }
  return { notices: told?.record === record ? (told?.notices ?? nothing) : nothing, clear: () => setTold(undefined), take }
}

async function problemOf(rules: FileRules, file: File): Promise<string | undefined> {
  try {
    return (await validateFile(rules, file))?.message
  } catch {
    return `"${file.name}" cannot be read. Choose it again.`
  }
}
