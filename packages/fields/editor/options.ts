import * as v from 'valibot'
import type { OptionIssue } from '../contract.ts'
import { positiveIssues } from '../options/optionIssues.ts'
import { integer, newerSetting, type ShapeOf, setting, shape } from '../options/shape.ts'

/** `convertUrls` is an option of the dashboard's editor; the server does not change markup. */
export const editorOptions = shape({
  convertUrls: setting(v.boolean(), false),
  /** Maximum length of the HTML in bytes. No limit if it is absent; an empty text removes it. */
  maxSize: newerSetting(v.union([integer, v.literal('')])),
})

export type EditorOptions = ShapeOf<typeof editorOptions>

export function validateEditorOptions({ maxSize }: EditorOptions): OptionIssue[] {
  return typeof maxSize === 'number' ? positiveIssues(maxSize, 'maxSize') : []
}
