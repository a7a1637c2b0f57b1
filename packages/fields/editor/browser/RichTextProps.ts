import type { ControlAttributes } from '@coffer/ui'
import type { ViewContext } from '../../viewContract.ts'

export interface RichTextEditorProps {
  /** The field's name. */
  name: string
  control: ControlAttributes
  labelId: string
  value: string
  /** Whether URLs on this server are written as relative URLs. */
  convertsUrls: boolean
  ImagePicker: ViewContext['ImagePicker']
  onChange: (value: string) => void
}
