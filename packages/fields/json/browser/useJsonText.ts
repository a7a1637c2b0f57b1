import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { findJsonError, type JsonError } from '../findJsonError.ts'
import { fromInputJson, toInputJson } from '../inputJson.ts'
import { MalformedJson } from '../MalformedJson.ts'

/** Milliseconds without a key press that count as a pause. */
const pause = 600
/** Minimum length of text that is parsed only in pauses, because parsing it would delay key presses. */
const big = 100_000

interface JsonText {
  text: string
  value: unknown
  /** Whether the value corresponds to the text. */
  isParsed: boolean
}

interface JsonEditing {
  text: string
  /** The syntax error, once it should be shown. */
  syntaxError: JsonError | undefined
  change: (text: string) => void
  /** Applies the value and shows the error, if any, without waiting for a pause. */
  settle: () => void
}

/** Manages the text of a JSON value while it is edited. With `isDue` errors are shown immediately. */
export function useJsonText(value: unknown, isDue: boolean, onChange: (value: unknown) => void): JsonEditing {
  const [typed, setTyped] = useState<JsonText>(() => ({ text: toInputJson(value), value, isParsed: true }))
  const [isShown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The form was filled again, so the typed text belongs to another value.
  let current = typed
  if (!Object.is(typed.value, value)) {
    current = { text: toInputJson(value), value, isParsed: true }
    setTyped(current)
  }
  const { text, isParsed } = current
  const syntaxError = useMemo(
    () => (isParsed && value instanceof MalformedJson ? findJsonError(text) : undefined),
    [text, isParsed, value],
  )
  if (isShown && isParsed && syntaxError === undefined) setShown(false)

  const apply = (next: string, parsed: unknown, isParsed: boolean) => {
    setTyped({ text: next, value: parsed, isParsed })
    onChange(parsed)
  }
  const settle = () => {
    clearTimeout(timer.current)
    if (!isParsed) apply(text, fromInputJson(text), true)
    setShown(true)
  }
  const latest = useRef(settle)
  useLayoutEffect(() => {
    latest.current = settle
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    text,
    syntaxError: isShown || isDue ? syntaxError : undefined,
    change: next => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latest.current(), pause)
      if (next.length < big) apply(next, fromInputJson(next), true)
      else if (isParsed) apply(next, new MalformedJson(next), false)
      else setTyped({ ...current, text: next })
    },
    settle,
  }
}
