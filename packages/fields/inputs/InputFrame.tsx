import { FieldFrame, type FieldFrameProps } from '@coffer/ui'
import type { Field } from '../contract.ts'

interface InputFrameProps extends Omit<FieldFrameProps, 'label' | 'required'> {
  field: Field
  /** In place of the field's name. */
  label?: string
}

/** Label, help and error of a field around its control. */
export function InputFrame({ field, label = field.name, ...rest }: InputFrameProps) {
  return <FieldFrame {...rest} label={label} required={field.required} />
}
