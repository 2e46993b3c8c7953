import type { User } from '@stemma/contract'
import { useState } from 'react'
import { Button, Input, Label, SearchField } from 'react-aria-components'
import { usePeople } from '../../comments/people.ts'
import { Person } from './person.tsx'

interface ChoosePersonProps {
  readonly organizationId: string
  /** People who are there already. */
  readonly except: ReadonlySet<string>
  readonly onChoose: (user: User) => void
}

/** Finds members by name. Each of them is a button. */
export function ChoosePerson({ organizationId, except, onChoose }: ChoosePersonProps) {
  const [words, setWords] = useState('')
  const people = usePeople(organizationId, words)
  const others = people.filter(({ id }) => !except.has(id))
  return (
    <>
      <SearchField value={words} onChange={setWords} autoFocus>
        <Label>Find members</Label>
        <Input placeholder="Name or address" />
      </SearchField>
      <ul className="choose" aria-label="Members">
        {others.map((user) => (
          <li key={user.id}>
            <Button className="choose-one" onPress={() => onChoose(user)}>
              <Person user={user} />
            </Button>
          </li>
        ))}
      </ul>
      {others.length === 0 && (
        <p>{people.length > 0 ? 'They are all here.' : `Nobody matches “${words}”.`}</p>
      )}
    </>
  )
}
