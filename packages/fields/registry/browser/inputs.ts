// Written by `npm run fields` from fieldTypeNames.ts.
import { Input as autodateInput } from '../../autodate/Input.tsx'
import { Input as boolInput } from '../../bool/Input.tsx'
import { Input as dateInput } from '../../date/Input.tsx'
import { Input as editorInput } from '../../editor/Input.tsx'
import { Input as emailInput } from '../../email/Input.tsx'
import { Input as fileInput } from '../../file/Input.tsx'
import { Input as geoPointInput } from '../../geoPoint/Input.tsx'
import { Input as jsonInput } from '../../json/Input.tsx'
import { Input as numberInput } from '../../number/Input.tsx'
import { Input as passwordInput } from '../../password/Input.tsx'
import { Input as relationInput } from '../../relation/Input.tsx'
import { Input as selectInput } from '../../select/Input.tsx'
import { Input as textInput } from '../../text/Input.tsx'
import { Input as urlInput } from '../../url/Input.tsx'
import type { FieldInputs } from '../../viewContract.ts'

/** The inputs of every field type. They are much larger than the cells, so they are loaded with the first form. */
export const inputs: FieldInputs = {
  text: textInput,
  editor: editorInput,
  number: numberInput,
  bool: boolInput,
  email: emailInput,
  url: urlInput,
  date: dateInput,
  autodate: autodateInput,
  select: selectInput,
  file: fileInput,
  relation: relationInput,
  json: jsonInput,
  geoPoint: geoPointInput,
  password: passwordInput,
}
