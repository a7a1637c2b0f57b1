import type { FilterProblem, FilterSubject } from '@coffer/schema'
import type { CodeCompleter, CodeEditorProps, CodeLanguage } from '@coffer/ui'
import { useEffect, useMemo, useState } from 'react'
import { isFilterExpression } from '../queries/filters/toFilter.ts'

let loadedAssist: Assist | undefined
async function loadAssist() {
  loadedAssist ??= await import('./filterAssist.ts')
  return loadedAssist
}
const loadLanguage: CodeLanguage = async () => {
  // Preloaded, because the editor asks for suggestions as soon as it is shown.
  void loadAssist().catch(() => {})
  return (await import('./filterLanguage.ts')).filterLanguage
}

type Assist = typeof import('./filterAssist.ts')

interface FilterAssist {
  /** Props of the filter's editor. */
  editor: Pick<CodeEditorProps, 'language' | 'complete' | 'problems' | 'onCaretChange'>
  /** The first problem to show. */
  problem: FilterProblem | undefined
}

const none: FilterProblem[] = []

/**
 * Assists in writing a filter: completion, highlighting and validation.
 * @param isValidated whether to validate
 * @param isDone whether to report problems at the caret too, which the user may still be typing
 */
export function useFilterAssist(
  text: string,
  subject: FilterSubject,
  { isValidated, isDone }: { isValidated: boolean; isDone: boolean },
): FilterAssist {
  const { collection, collections, scope, keys } = subject
  const [caret, setCaret] = useState<number>()
  const [assist, setAssist] = useState<Assist>()
  const isFilter = isValidated && (scope === 'rule' ? text.trim() !== '' : isFilterExpression(text))

  useEffect(() => {
    if (!isFilter || assist) return
    let isCurrent = true
    // If it cannot be loaded, the server still validates the filter.
    loadAssist().then(
      loaded => isCurrent && setAssist(loaded),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [isFilter, assist])

  const problems = useMemo(
    () =>
      isFilter && assist ? assist.findFilterProblems(text, { collection, collections, scope, ...(keys && { keys }) }) : none,
    [isFilter, assist, text, collection, collections, scope, keys],
  )
  const shown = useMemo(
    () => (isDone || caret === undefined ? problems : problems.filter(problem => !isBeingTyped(problem, text, caret))),
    [problems, text, caret, isDone],
  )
  const complete: CodeCompleter = question => {
    const completeWith = ({ completeFilter }: Assist) => completeFilter({ ...question, now: new Date() }, subject)
    return loadedAssist ? completeWith(loadedAssist) : loadAssist().then(completeWith)
  }
  return {
    editor: {
      language: loadLanguage,
      complete,
      problems: shown,
      onCaretChange: setCaret,
    },
    problem: shown[0],
  }
}

function isBeingTyped({ from, to, isUnfinished }: FilterProblem, text: string, caret: number): boolean {
  if (from <= caret && caret <= to) return true
  return isUnfinished && text.slice(caret).trim() === ''
}
