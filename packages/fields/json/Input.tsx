import { Button, CodeEditor, type CodeEditorHandle, type CodeLanguage } from '@coffer/ui'
import { Braces } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'
import { useJsonText } from './browser/useJsonText.ts'
import { fromInputJson, toInputJson } from './inputJson.ts'
import { MalformedJson } from './MalformedJson.ts'

const loadLanguage: CodeLanguage = async () => (await import('@codemirror/lang-json')).json()

export function Input({ field, value, error, onChange }: InputProps) {
  const editor = useRef<CodeEditorHandle>(null)
  const { text, syntaxError, change, settle } = useJsonText(value, error !== undefined, onChange)
  const at = syntaxError?.position
  const problems = useMemo(
    () => (syntaxError ? [{ from: syntaxError.position, to: syntaxError.position + 1, message: syntaxError.message }] : []),
    [syntaxError],
  )

  const format = () => {
    const parsed = fromInputJson(text)
    if (!(parsed instanceof MalformedJson)) change(toInputJson(parsed))
  }
  return (
    <InputFrame
      field={field}
      icon={Braces}
      error={syntaxError?.message ?? error}
      aside={
        <>
          {at !== undefined && (
            <Button size="small" variant="quiet" onClick={() => editor.current?.reveal(at, at + 1)}>
              Go to error
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            aria-label={`Format ${field.name}`}
            disabled={value === null || value === undefined || value instanceof MalformedJson}
            onClick={format}
          >
            Format
          </Button>
        </>
      }
    >
      {({ control, labelId }) => (
        <CodeEditor
          {...control}
          ref={editor}
          aria-labelledby={labelId}
          language={loadLanguage}
          value={text}
          onValueChange={change}
          problems={problems}
          onBlur={settle}
          // Saving with the keyboard must include the text that is still being typed.
          onKeyDown={event => (event.ctrlKey || event.metaKey) && settle()}
        />
      )}
    </InputFrame>
  )
}
