import type { Template } from './template.ts'

export const handbook: Template = {
  id: 'handbook',
  name: 'Handbook',
  note: 'How your team works',
  icon: 'book-open',
  title: 'Handbook',
  pages: [
    {
      ref: 'welcome',
      title: 'Welcome',
      description: 'What this handbook is for, and how to keep it true.',
      text: `This handbook says how we work. If you ask yourself *how do we do this here?*, look
here first. If the answer is missing, ask somebody, then write it down.

# Where to start

- New here? Follow [Your first week](./first-week.md).
- Need a decision? Read [How we decide](./decisions.md).
- Something is broken? Go to [Incidents](./incidents.md).

# Keep it true

Everybody can change every page. Correct small mistakes at once. If a change affects how others work, open a
change request and ask the people it affects for a review.

{% hint style="info" %}
A page that nobody has read for a year is either perfect or forgotten. Check yours twice a year.
{% endhint %}
`,
    },
    {
      ref: 'how-we-work',
      title: 'How we work',
      description: 'The habits that everything else builds on.',
      text: `We write things down, we finish what we start, and we tell each other early when a
plan no longer holds.

# Defaults

| Question | Our default |
| --- | --- |
| Where do we talk about work? | In the open channel of the project, not in private messages |
| How fast do we reply? | Within one working day; nobody has to reply at night |
| When do we meet? | When writing has not worked |
| Who owns a task? | One person, by name |

A default is where you start. If you have a reason to do something else, do it, and say why.
`,
    },
    {
      ref: 'decisions',
      into: 'how-we-work',
      title: 'How we decide',
      description: 'Who decides what, and where the decision is kept.',
      text: `The person who does the work decides how to do it. A decision needs more people only
if it is expensive to undo.

1. Write one page: the problem, two or three options, and the one you would choose.
2. Name the person who decides and the day on which they will.
3. Ask the people who are affected for comments. Silence is not consent: ask again.
4. Write down what was decided and why, including what was rejected.

To reopen a decision, bring something that was not known at the time.
`,
    },
    {
      ref: 'meetings',
      into: 'how-we-work',
      title: 'Meetings',
      description: 'When to call one, and what it leaves behind.',
      text: `A meeting needs a question that it can answer. Put the question in the invitation.

# Before

- Share what people have to read at least one day earlier.
- Invite the people who are needed to answer the question. Others can read the notes.

# During

- Begin on time. Read the question aloud.
- One person takes notes where everybody sees them.

# After

- Publish the notes on the same day: what was decided, who does what, until when.
`,
    },
    {
      ref: 'people',
      title: 'People',
      description: 'Joining, time off, and how we help each other to grow.',
      text: `Who is who, and what you can expect from each other.

| Team | Responsible for | Ask |
| --- | --- | --- |
| Product | what we build, and for whom | *name* |
| Engineering | how it is built and kept running | *name* |
| Support | the people who use it | *name* |

Replace the names, and add a row for each team.
`,
    },
    {
      ref: 'first-week',
      into: 'people',
      title: 'Your first week',
      description: 'What you should have done and met by Friday.',
      text: `Welcome! By the end of this week you know who to ask, and you have changed something
that others use.

# First day

- [ ] Sign in to mail, calendar, chat and this handbook
- [ ] Set up your computer; if a step is wrong, correct this page
- [ ] Meet your buddy, who answers every question this week

# First week

- [ ] Read [How we work](./how-we-work.md)
- [ ] Talk to one person from each team for twenty minutes
- [ ] Deliver one small change, from the first line to the release
- [ ] Tell your manager what surprised you
`,
    },
    {
      ref: 'time-off',
      into: 'people',
      title: 'Time off',
      description: 'How to take it, and what to do before you leave.',
      text: `Take your time off. Plan longer absences a month ahead, so that others can plan theirs.

1. Enter the dates in the calendar of the team.
2. Agree with somebody who takes over what can't wait.
3. Write down the state of your work, where that person finds it.
4. Set an automatic reply that names them.

If you are ill, tell your team in one sentence, and rest. You owe nobody a diagnosis.
`,
    },
    {
      ref: 'incidents',
      title: 'Incidents',
      description: 'What to do when something is broken, and afterwards.',
      text: `{% hint style="danger" %}
If customers are affected now, start at step 1. Don't look for causes before step 3.
{% endhint %}

1. **Say it.** Write in the incident channel what is broken and since when.
2. **Lead it.** The first person leads until they hand over. One person fixes, one person informs.
3. **Stop the harm.** Undo the last change, switch the feature off, or add capacity.
4. **Inform.** Tell customers within thirty minutes, then every hour.
5. **Learn.** Within three days, write what happened, what helped and what we change. No blame:
   describe what people knew at the time.
`,
    },
  ],
}
