import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { findJsonFault, type JsonFault } from '../findJsonFault.ts'
import { fromInputJson, toInputJson } from '../inputJson.ts'
import { MalformedJson } from '../MalformedJson.ts'

/** Milliseconds without a key after which somebody is taken to have stopped typing. */
const pause = 600
/** Characters from which a text is parsed in such pauses only, because it takes longer than a key may. */
const big = 100_000

interface JsonText {
  text: string
  value: unknown
  /** The value is that of the text. */
  isParsed: boolean
}

interface JsonEditing {
  text: string
  /** What keeps the text from being JSON, once it is time to say so. */
  fault: JsonFault | undefined
  change: (text: string) => void
  /** Nothing more is being typed for now: tells the value and what is wrong. */
  settle: () => void
}

/** The text of a JSON value while it is edited. `isDue` tells its fault at once. */
export function useJsonText(value: unknown, isDue: boolean, onChange: (value: unknown) => void): JsonEditing {
  const [typed, setTyped] = useState<JsonText>(() => ({ text: toInputJson(value), value, isParsed: true }))
  const [isTold, setTold] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The form was filled anew: what was typed stands for another value.
  let current = typed
  if (!Object.is(typed.value, value)) {
    current = { text: toInputJson(value), value, isParsed: true }
    setTyped(current)
  }
  const { text, isParsed } = current
  const fault = useMemo(
    () => (isParsed && value instanceof MalformedJson ? findJsonFault(text) : undefined),
    [text, isParsed, value],
  )
  if (isTold && isParsed && fault === undefined) setTold(false)

  const tell = (next: string, parsed: unknown, isParsed: boolean) => {
    setTyped({ text: next, value: parsed, isParsed })
    onChange(parsed)
  }
  const settle = () => {
    clearTimeout(timer.current)
    if (!isParsed) tell(text, fromInputJson(text), true)
    setTold(true)
  }
  const latest = useRef(settle)
  useLayoutEffect(() => {
    latest.current = settle
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    text,
    fault: isTold || isDue ? fault : undefined,
    change: next => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latest.current(), pause)
      if (next.length < big) tell(next, fromInputJson(next), true)
      else if (isParsed) tell(next, new MalformedJson(next), false)
      else setTyped({ ...current, text: next })
    },
    settle,
  }
}
