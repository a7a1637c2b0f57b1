import { FieldFrame, type FieldFrameProps } from '@coffer/ui'
import type { Field } from '../contract.ts'

interface InputFrameProps extends Omit<FieldFrameProps, 'label' | 'required'> {
  field: Field
  /** Replaces the field's name as label. */
  label?: string
}

/** The frame of a control: label, help and error. */
export function InputFrame({ field, label = field.name, ...rest }: InputFrameProps) {
  return <FieldFrame {...rest} label={label} required={field.required} />
}
