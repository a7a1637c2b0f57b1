import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Chip } from '../feedback/Chip.tsx'
import { useFocusByKey } from '../keyboard/useFocusByKey.ts'
import { useEscape } from '../layers/useEscape.ts'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import { VisuallyHidden } from '../style/VisuallyHidden.tsx'
import control from './control.module.css'
import type { ControlAttributes } from './FieldFrame.tsx'
import styles from './Select.module.css'

export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
  icon?: IconType | undefined
  /** Muted text after the label. */
  hint?: string | undefined
  disabled?: boolean | undefined
}

interface CommonProps<Value extends string> extends Partial<ControlAttributes> {
  options: readonly SelectOption<Value>[]
  placeholder?: string | undefined
  /** Whether a search box is shown. Default: with six or more options. */
  searchable?: boolean | undefined
  disabled?: boolean | undefined
  /** Content below the options, for example a button that creates one. A click closes the list. */
  footer?: ReactNode
  emptyText?: string | undefined
  'aria-label'?: string | undefined
  className?: string | undefined
}

interface SingleSelectProps<Value extends string> extends CommonProps<Value> {
  multiple?: false | undefined
  /** The chosen value; '' for none. */
  value: Value | ''
  onChange: (value: Value) => void
  clearable?: false | undefined
}

interface ClearableSelectProps<Value extends string> extends CommonProps<Value> {
  multiple?: false | undefined
  value: Value | ''
  /** Called with '' when the choice is cleared. */
  onChange: (value: Value | '') => void
  clearable: true
}

interface MultipleSelectProps<Value extends string> extends CommonProps<Value> {
  multiple: true
  value: readonly Value[]
  onChange: (value: Value[]) => void
}

export type SelectProps<Value extends string = string> =
  | SingleSelectProps<Value>
  | ClearableSelectProps<Value>
  | MultipleSelectProps<Value>

/** A select for one or several options, with search and keyboard support. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, disabled = false, placeholder = '- Select -', searchable = options.length > 5, footer, className } = props
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  useEscape(isOpen, () => setOpen(false))
  const { noteOpening, focusRef } = useFocusByKey<HTMLInputElement>()
  const changeOpen = (open: boolean, { event }: { event: Event }) => {
    noteOpening(open, event)
    setOpen(open)
  }
  const items = useMemo(() => Combobox.createItems(options, { getValue: o => o.value, getLabel: o => o.label }), [options])
  const chosen: readonly string[] = props.multiple ? props.value : props.value === '' ? [] : [props.value]
  const labelOf = (value: string) => options.find(option => option.value === value)?.label ?? value
  const isClearable = !disabled && chosen.length > 0 && !props.multiple && props.clearable === true

  const set = (values: readonly string[]) => {
    const known = values as Value[]
    if (props.multiple) props.onChange(known)
    else if (known[0] !== undefined) props.onChange(known[0])
    else if (props.clearable) props.onChange('')
  }
  // The clicked button disappears together with its value.
  const removeAndFocus = (values: readonly string[]) => {
    set(values)
    trigger.current?.focus()
  }
  const removeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return
    if (props.multiple) set(chosen.slice(0, -1))
    else if (isClearable) set([])
  }

  // Before the button's own action, so that a dialog it opens returns focus to the select.
  const leaveByFooter = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element) || event.target.closest('button') === null) return
    flushSync(() => setOpen(false))
    trigger.current?.focus()
  }

  const list = (
    <Combobox.Portal>
      <Combobox.Positioner className={styles.positioner} sideOffset={4} align="start" collisionPadding={8}>
        <Combobox.Popup className={styles.popup} aria-label={props['aria-label'] ?? 'Options'}>
          <div className={searchable || query ? styles.search : styles.hiddenSearch}>
            <Combobox.Input ref={focusRef} className={styles.input} placeholder="Search…" aria-label="Search options" />
          </div>
          <Combobox.Empty className={styles.empty}>{query && (props.emptyText ?? 'No options found.')}</Combobox.Empty>
          <Combobox.List className={styles.list}>
            {(option: SelectOption<Value>) => <Option key={option.value} option={option} />}
          </Combobox.List>
          {footer && (
            <div className={styles.footer} onClickCapture={leaveByFooter}>
              {footer}
            </div>
          )}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
  const shared = {
    items,
    disabled,
    open: isOpen,
    onOpenChange: changeOpen,
    inputValue: query,
    onInputValueChange: setQuery,
    autoHighlight: true,
  }
  const box = (
    <div className={joinClasses(control.box, styles.box, className)} data-disabled={disabled ? '' : undefined}>
      <Combobox.Trigger
        ref={trigger}
        id={props.id}
        className={styles.trigger}
        aria-label={props['aria-label']}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        aria-required={props['aria-required']}
        onKeyDown={removeByKey}
      >
        <VisuallyHidden>{chosen.map(labelOf).join(', ') || placeholder}</VisuallyHidden>
      </Combobox.Trigger>
      <div className={styles.content}>
        {chosen.length === 0 && <span className={styles.placeholder}>{placeholder}</span>}
        {props.multiple
          ? chosen.map(value => (
              <Chip
                key={value}
                onRemove={disabled ? undefined : () => removeAndFocus(chosen.filter(each => each !== value))}
                removeLabel={`Remove ${labelOf(value)}`}
              >
                {labelOf(value)}
              </Chip>
            ))
          : chosen.map(value => <Chosen key={value} label={labelOf(value)} icon={options.find(o => o.value === value)?.icon} />)}
      </div>
      {isClearable && (
        <button type="button" className={styles.clear} aria-label="Clear" onClick={() => removeAndFocus([])}>
          <X size={14} aria-hidden="true" />
        </button>
      )}
      <ChevronDown className={styles.caret} size={16} aria-hidden="true" />
    </div>
  )
  return props.multiple ? (
    <Combobox.Root {...shared} multiple value={[...props.value]} onValueChange={set}>
      {box}
      {list}
    </Combobox.Root>
  ) : (
    <Combobox.Root {...shared} value={props.value || null} onValueChange={value => value !== null && set([value])}>
      {box}
      {list}
    </Combobox.Root>
  )
}

function Chosen({ label, icon: Icon }: { label: string; icon: IconType | undefined }) {
  return (
    <span className={styles.chosen} aria-hidden="true">
      {Icon && <Icon size={16} />}
      <span className={styles.chosenText}>{label}</span>
    </span>
  )
}

function Option<Value extends string>({ option }: { option: SelectOption<Value> }) {
  const { icon: Icon, label, hint } = option
  return (
    <Combobox.Item className={styles.option} value={option.value} disabled={option.disabled}>
      {Icon && <Icon size={16} aria-hidden={true} />}
      <span className={styles.optionText}>
        {label}
        {hint && <span className={styles.hint}> {hint}</span>}
      </span>
      <Combobox.ItemIndicator className={styles.tick}>
        <Check size={16} aria-hidden="true" />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  )
}
