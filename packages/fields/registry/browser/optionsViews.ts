// Written by `npm run fields` from fieldTypeNames.ts.
import { optionsView as autodateOptionsView } from '../../autodate/optionsView.ts'
import { optionsView as boolOptionsView } from '../../bool/optionsView.ts'
import { optionsView as dateOptionsView } from '../../date/optionsView.ts'
import { optionsView as editorOptionsView } from '../../editor/optionsView.ts'
import { optionsView as emailOptionsView } from '../../email/optionsView.ts'
import { optionsView as fileOptionsView } from '../../file/optionsView.ts'
import { optionsView as geoPointOptionsView } from '../../geoPoint/optionsView.ts'
import { optionsView as jsonOptionsView } from '../../json/optionsView.ts'
import { optionsView as numberOptionsView } from '../../number/optionsView.ts'
import type { FieldOptionsViews } from '../../optionsContract.ts'
import { optionsView as passwordOptionsView } from '../../password/optionsView.ts'
import { optionsView as relationOptionsView } from '../../relation/optionsView.ts'
import { optionsView as selectOptionsView } from '../../select/optionsView.ts'
import { optionsView as textOptionsView } from '../../text/optionsView.ts'
import { optionsView as urlOptionsView } from '../../url/optionsView.ts'

/** The options views of every field type. */
export const optionsViews: FieldOptionsViews = {
  text: textOptionsView,
  editor: editorOptionsView,
  number: numberOptionsView,
  bool: boolOptionsView,
  email: emailOptionsView,
  url: urlOptionsView,
  date: dateOptionsView,
  autodate: autodateOptionsView,
  select: selectOptionsView,
  file: fileOptionsView,
  relation: relationOptionsView,
  json: jsonOptionsView,
  geoPoint: geoPointOptionsView,
  password: passwordOptionsView,
}
