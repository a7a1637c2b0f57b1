import type { FilterProblem, FilterSubject } from '@coffer/schema'
import type { CodeEditorProps, CodeLanguage } from '@coffer/ui'
import { useEffect, useMemo, useState } from 'react'
import { isFilterExpression } from '../queries/filters/toFilter.ts'

const loadAssist = () => import('./filterAssist.ts')
const loadLanguage: CodeLanguage = async () => {
  // The first suggestions are asked for as soon as the editor is there.
  void loadAssist().catch(() => {})
  return (await import('./filterLanguage.ts')).filterLanguage
}

type Assist = Awaited<ReturnType<typeof loadAssist>>

interface FilterAssist {
  /** For the editor in which the filter is written. */
  editor: Pick<CodeEditorProps, 'language' | 'complete' | 'problems' | 'onCaretChange'>
  /** What is wrong, as far as it is time to say so. */
  problem: FilterProblem | undefined
}

const none: FilterProblem[] = []

/**
 * Help with a filter while it is written: suggestions, colours, and what is wrong with it. What is still being typed is not
 * found fault with, unless `isDone`; nothing at all is without `isJudged`.
 */
export function useFilterAssist(
  text: string,
  subject: FilterSubject,
  { isJudged, isDone }: { isJudged: boolean; isDone: boolean },
): FilterAssist {
  const { collection, collections, scope, keys } = subject
  const [caret, setCaret] = useState<number>()
  const [assist, setAssist] = useState<Assist>()
  const isFilter = isJudged && (scope === 'rule' ? text.trim() !== '' : isFilterExpression(text))

  useEffect(() => {
    if (!isFilter || assist) return
    let isCurrent = true
    // Without it the server still judges.
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
  return {
    editor: {
      language: loadLanguage,
      complete: async question => (await loadAssist()).completeFilter({ ...question, now: new Date() }, subject),
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
