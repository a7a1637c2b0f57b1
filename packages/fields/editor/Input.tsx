import { Alert, Button, Skeleton, TextArea } from '@coffer/ui'
import { PencilLine } from 'lucide-react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import styles from '../inputs/inputs.module.css'
import type { InputProps } from '../viewContract.ts'
import { useRichTextEditor } from './useRichTextEditor.tsx'

const height = { least: 270, most: 700 }

export function Input({ field, value, context, error, onChange }: InputProps) {
  const { RichTextEditor, isFailed, retry } = useRichTextEditor()
  const html = typeof value === 'string' ? value : ''
  return (
    <InputFrame field={field} icon={PencilLine} error={error}>
      {({ control, labelId }) => {
        if (RichTextEditor) {
          return (
            <RichTextEditor
              name={field.name}
              control={control}
              labelId={labelId}
              value={html}
              convertsUrls={field.options.convertUrls === true}
              ImagePicker={context.ImagePicker}
              onChange={onChange}
            />
          )
        }
        if (!isFailed) return <Skeleton height={height.least} />
        return (
          <>
            <Alert action={<Button onClick={retry}>Retry</Button>}>
              The rich text editor could not be loaded. Until it is, this is the HTML source.
            </Alert>
            <TextArea
              {...control}
              mono
              spellCheck={false}
              className={styles.source}
              maxHeight={height.most}
              value={html}
              onValueChange={onChange}
            />
          </>
        )
      }}
    </InputFrame>
  )
}
