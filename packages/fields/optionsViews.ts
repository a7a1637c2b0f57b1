export type { FieldOptionsView, NewTargetProps, OptionsContext, OptionsProps } from './optionsContract.ts'
export { optionsViews } from './registry/browser/optionsViews.ts'
