import { FieldFrame } from '@coffer/ui'
import type { OptionsProps } from '../optionsContract.ts'
import { useTypedDate } from './browser/useTypedDate.ts'
import { DateControl } from './DateControl.tsx'
import type { DateOptions } from './options.ts'
import { validateDateText } from './typedDate.ts'

export function Settings(props: OptionsProps) {
  const { min, max } = props.field.options as DateOptions
  return (
    <>
      <Limit props={props} option="min" label="Min date (UTC)" limits={{ min: '', max: dateOrNone(max) }} />
      <Limit props={props} option="max" label="Max date (UTC)" limits={{ min: dateOrNone(min), max: '' }} />
    </>
  )
}

/** An unfinished date does not limit the other one. */
const dateOrNone = (text: string): string => (validateDateText(text) ? '' : text)

interface LimitProps {
  props: OptionsProps
  option: 'min' | 'max'
  label: string
  limits: { min: string; max: string }
}

function Limit({ props, option, label, limits }: LimitProps) {
  const { field, stored, disabled, errorOf, onChange } = props
  const typed = useTypedDate(String(field.options[option] ?? ''), stored?.options[option], date => onChange({ [option]: date }))
  return (
    <FieldFrame label={label} error={validateDateText(typed.settled)?.message ?? errorOf(option)}>
      {({ control }) => (
        <DateControl control={control} name={label} date={typed} limits={limits} canClear={true} disabled={disabled} />
      )}
    </FieldFrame>
  )
}
