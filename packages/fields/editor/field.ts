import { z } from 'zod'
import type { FieldType } from '../contract.ts'
import { setting } from '../options/setting.ts'
import { textRules } from '../text/textRules.ts'

/** `convertUrls` is a wish to the editor in the dashboard; the server keeps markup as it comes. */
const editorOptions = z.object({ convertUrls: setting(z.boolean(), false) })

type EditorOptions = z.output<typeof editorOptions>

/** HTML, stored as it was written: whoever shows it has to sanitise it. */
export const editorField: FieldType<EditorOptions, string> = {
  ...textRules,
  type: 'editor',
  label: 'Rich editor',
  options: editorOptions,
  validate: () => undefined,
  holdsHtml: true,
  example: () => '<p>Some <b>rich</b> text</p>',
}
