import { FieldFrame, ListInput } from '@coffer/ui'
import type { OptionsProps } from '../optionsContract.ts'
import type { DomainOptions } from './options.ts'

const lists = [
  { option: 'exceptDomains', label: 'Except domains', other: 'onlyDomains', otherLabel: 'Only domains', says: 'NOT allowed' },
  { option: 'onlyDomains', label: 'Only domains', other: 'exceptDomains', otherLabel: 'Except domains', says: 'ONLY allowed' },
] as const

/** Edits the allowed domains. Only one of the two lists can be used, so that the result is unambiguous. */
export function Settings({ field, disabled, errorOf, onChange }: OptionsProps) {
  const options = field.options as DomainOptions
  return lists.map(({ option, label, other, otherLabel, says }) => {
    const isShut = Boolean(options[other]?.length) && !options[option]?.length
    return (
      <FieldFrame
        key={option}
        label={label}
        error={errorOf(option)}
        help={isShut ? `Clear “${otherLabel}” to use this one.` : `List of domains that are ${says}. Use comma as separator.`}
      >
        {({ control }) => (
          <ListInput
            {...control}
            placeholder="eg. example.com"
            disabled={disabled || isShut}
            value={options[option] ?? []}
            onValueChange={domains => onChange({ [option]: domains })}
          />
        )}
      </FieldFrame>
    )
  })
}
