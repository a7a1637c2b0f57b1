import type { FieldOptionsView } from '../optionsContract.ts'

export const boolOptionsView: FieldOptionsView = {
  initial: {},
  demand: { word: 'Nonfalsey', refused: 'false' },
}
