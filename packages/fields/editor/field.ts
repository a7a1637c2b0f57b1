import type { FieldType, Issue } from '../contract.ts'
import { formatBytes } from '../file/formatBytes.ts'
import { utf8Length } from '../json/utf8Length.ts'
import { textRules } from '../text/textRules.ts'
import { abilities } from './abilities.ts'
import { type EditorOptions, editorOptions, validateEditorOptions } from './options.ts'

function validate(html: string, { maxSize }: EditorOptions): Issue | undefined {
  if (typeof maxSize !== 'number' || html.length * 3 <= maxSize || utf8Length(html) <= maxSize) return undefined
  const message = `The maximum allowed content size is ${maxSize} bytes.`
  return {
    code: 'validation_content_size_limit',
    message,
    newer: { code: 'validation_content_size_limit', message, params: { maxSize } },
  }
}

/** HTML, stored unchanged. Clients must sanitize it before they show it. */
export const field: FieldType<EditorOptions, string> = {
  ...textRules,
  ...abilities,
  label: 'Rich editor',
  options: editorOptions,
  validateOptions: validateEditorOptions,
  validate,
  describe: ({ maxSize }) =>
    `HTML${typeof maxSize === 'number' ? ` of at most ${formatBytes(maxSize)}` : ''}, stored as sent. Sanitize it before you show it.`,
  example: options => (validate('<p>Some <b>rich</b> text</p>', options) ? '' : '<p>Some <b>rich</b> text</p>'),
}
