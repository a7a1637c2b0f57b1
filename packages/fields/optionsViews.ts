import { boolOptionsView } from './bool/optionsView.ts'
import { dateOptionsView } from './date/optionsView.ts'
import { domainOptionsView } from './domains/optionsView.ts'
import { editorOptionsView } from './editor/optionsView.ts'
import { fileOptionsView } from './file/optionsView.ts'
import { jsonOptionsView } from './json/optionsView.ts'
import { numberOptionsView } from './number/optionsView.ts'
import type { FieldOptionsViews } from './optionsContract.ts'
import { relationOptionsView } from './relation/optionsView.ts'
import { selectOptionsView } from './select/optionsView.ts'
import { textOptionsView } from './text/optionsView.ts'

export type { FieldOptionsView, NewTargetProps, OptionsContext, OptionsProps } from './optionsContract.ts'

/** The options views of every type. */
export const optionsViews: FieldOptionsViews = {
  text: textOptionsView,
  editor: editorOptionsView,
  number: numberOptionsView,
  bool: boolOptionsView,
  email: domainOptionsView,
  url: domainOptionsView,
  date: dateOptionsView,
  select: selectOptionsView,
  file: fileOptionsView,
  relation: relationOptionsView,
  json: jsonOptionsView,
}
