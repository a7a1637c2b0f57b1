import { AtSign, Calendar, Hash, Link, List, Lock, Search, Text, ToggleLeft } from 'lucide-react'
import { useState } from 'react'
import { Checkbox, FieldFrame, NumberInput, PasswordInput, Radio, Select, Switch, TextArea, TextInput } from '../index.ts'
import styles from './Gallery.module.css'
import { Line, Section } from './Section.tsx'

const fruit = ['Apple', 'Apricot', 'Cherry', 'Fig', 'Grape', 'Lemon', 'Medlar', 'Quince'].map(label => ({
  value: label.toLowerCase(),
  label,
}))
const states = [
  { value: 'draft', label: 'Draft', icon: Text },
  { value: 'review', label: 'In review', icon: Search, hint: 'someone else looks at it' },
  { value: 'live', label: 'Live', icon: Link },
]

/** Every control in its frame. */
export function Form() {
  const [text, setText] = useState('Notes on quinces')
  const [body, setBody] = useState('A text that grows\nwith what is typed.')
  const [count, setCount] = useState<number | null>(12)
  const [state, setState] = useState<string>('draft')
  const [one, setOne] = useState('')
  const [several, setSeveral] = useState(['fig', 'quince'])
  const [isOn, setOn] = useState(true)
  return (
    <Section title="Form">
      <div className={styles.stack}>
        <FieldFrame label="Title" icon={Text} required help="Up to 120 characters.">
          {ids => <TextInput {...ids.control} value={text} onValueChange={setText} />}
        </FieldFrame>
        <FieldFrame label="E-mail" icon={AtSign} required error="Enter an address like name@example.com.">
          {ids => <TextInput {...ids.control} type="email" defaultValue="jane@" />}
        </FieldFrame>
        <FieldFrame label="Body" icon={Text}>
          {ids => <TextArea {...ids.control} value={body} onValueChange={setBody} />}
        </FieldFrame>
        <FieldFrame label="Count" icon={Hash}>
          {ids => <NumberInput {...ids.control} value={count} onValueChange={setCount} suffix="items" />}
        </FieldFrame>
        <FieldFrame label="Password" icon={Lock} help="At least 10 characters.">
          {ids => <PasswordInput {...ids.control} autoComplete="new-password" defaultValue="correct horse" />}
        </FieldFrame>
        <FieldFrame label="State" icon={List} required>
          {ids => <Select {...ids.control} options={states} value={state} onChange={setState} />}
        </FieldFrame>
        <FieldFrame label="Fruit" icon={List} error="Choose one of the list.">
          {ids => <Select {...ids.control} options={fruit} value={one} onChange={setOne} clearable />}
        </FieldFrame>
        <FieldFrame label="Fruits" icon={List}>
          {ids => <Select {...ids.control} options={fruit} multiple value={several} onChange={setSeveral} />}
        </FieldFrame>
        <FieldFrame label="Created" icon={Calendar}>
          {ids => <TextInput {...ids.control} mono readOnly value="2026-11-21 15:04:12.318Z" />}
        </FieldFrame>
        <TextInput icon={Search} mono aria-label="Filter" placeholder='Search term or filter like created > "2022-01-01"…' />
        <TextInput aria-label="Disabled" disabled value="Not now" />
        <FieldFrame label="Options" icon={ToggleLeft} as="group">
          {() => (
            <>
              <Line>
                <Checkbox label="Required" checked={isOn} onCheckedChange={setOn} />
                <Checkbox label="Some" indeterminate checked={false} onCheckedChange={setOn} />
                <Checkbox label="Off" defaultChecked={false} />
                <Checkbox label="Locked" disabled defaultChecked />
              </Line>
              <Line>
                <Radio name="choice" label="One" defaultChecked />
                <Radio name="choice" label="The other" />
                <Radio name="choice" label="Not now" disabled />
              </Line>
              <Line>
                <Switch label="Enabled" checked={isOn} onCheckedChange={setOn} />
                <Switch label="Off" defaultChecked={false} />
                <Switch label="Locked" disabled defaultChecked />
              </Line>
            </>
          )}
        </FieldFrame>
      </div>
    </Section>
  )
}
