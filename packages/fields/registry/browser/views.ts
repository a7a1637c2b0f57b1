// Written by `npm run fields` from fieldTypeNames.ts.
import { view as autodateView } from '../../autodate/view.ts'
import { view as boolView } from '../../bool/view.ts'
import { view as dateView } from '../../date/view.ts'
import { view as editorView } from '../../editor/view.ts'
import { view as emailView } from '../../email/view.ts'
import { view as fileView } from '../../file/view.ts'
import { view as geoPointView } from '../../geoPoint/view.ts'
import { view as jsonView } from '../../json/view.ts'
import { view as numberView } from '../../number/view.ts'
import { view as passwordView } from '../../password/view.ts'
import { view as relationView } from '../../relation/view.ts'
import { view as selectView } from '../../select/view.ts'
import { view as textView } from '../../text/view.ts'
import { view as urlView } from '../../url/view.ts'
import type { FieldViews } from '../../viewContract.ts'

/** The cells of every field type. */
export const views: FieldViews = {
  text: textView,
  editor: editorView,
  number: numberView,
  bool: boolView,
  email: emailView,
  url: urlView,
  date: dateView,
  autodate: autodateView,
  select: selectView,
  file: fileView,
  relation: relationView,
  json: jsonView,
  geoPoint: geoPointView,
  password: passwordView,
}
