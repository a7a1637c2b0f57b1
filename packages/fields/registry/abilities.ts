// Written by `npm run fields` from fieldTypeNames.ts.
import { abilities as autodateAbilities } from '../autodate/abilities.ts'
import { abilities as boolAbilities } from '../bool/abilities.ts'
import type { AllAbilities } from '../contract.ts'
import { abilities as dateAbilities } from '../date/abilities.ts'
import { abilities as editorAbilities } from '../editor/abilities.ts'
import { abilities as emailAbilities } from '../email/abilities.ts'
import { abilities as fileAbilities } from '../file/abilities.ts'
import { abilities as geoPointAbilities } from '../geoPoint/abilities.ts'
import { abilities as jsonAbilities } from '../json/abilities.ts'
import { abilities as numberAbilities } from '../number/abilities.ts'
import { abilities as passwordAbilities } from '../password/abilities.ts'
import { abilities as relationAbilities } from '../relation/abilities.ts'
import { abilities as selectAbilities } from '../select/abilities.ts'
import { abilities as textAbilities } from '../text/abilities.ts'
import { abilities as urlAbilities } from '../url/abilities.ts'

/** The abilities of every field type. */
export const abilities: AllAbilities = {
  text: textAbilities,
  editor: editorAbilities,
  number: numberAbilities,
  bool: boolAbilities,
  email: emailAbilities,
  url: urlAbilities,
  date: dateAbilities,
  autodate: autodateAbilities,
  select: selectAbilities,
  file: fileAbilities,
  relation: relationAbilities,
  json: jsonAbilities,
  geoPoint: geoPointAbilities,
  password: passwordAbilities,
}
