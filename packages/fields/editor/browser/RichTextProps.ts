import type { ControlAttributes } from '@coffer/ui'
import type { ViewContext } from '../../viewContract.ts'

export interface RichTextEditorProps {
  /** Of the field. */
  name: string
  control: ControlAttributes
  labelId: string
  value: string
  /** Addresses on this server are written without it. */
  convertsUrls: boolean
  ImagePicker: ViewContext['ImagePicker']
  onChange: (value: string) => void
}
