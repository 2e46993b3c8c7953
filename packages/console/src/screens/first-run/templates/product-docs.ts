import type { Template } from './template.ts'

export const productDocs: Template = {
  id: 'product-docs',
  name: 'Product docs',
  note: 'Get started, guides, reference',
  icon: 'file-text',
  title: 'Product docs',
  pages: [
    {
      ref: 'overview',
      title: 'Overview',
      description: 'What the product does, and for whom.',
      text: `Say in two sentences what your product does and who needs it. A reader decides here
whether they are in the right place.

# Choose your way

- You are new: [Get started](./get-started.md) leads to a first result in ten minutes.
- You have a task: the [guides](./guides.md) solve one each.
- You look something up: [settings and limits](./reference.md) are all in one place.
- Something doesn't work: see [Troubleshooting](./troubleshooting.md).
`,
    },
    {
      ref: 'get-started',
      title: 'Get started',
      description: 'From nothing to a first result in ten minutes.',
      text: `At the end of this page, you have *name the result that the reader sees*.

# Before you begin

You need:

- *A system requirement, with its version*
- *An account, with the role that is needed*

# Steps

{% stepper %}
{% step %}
### Install

One action in each step. Show the command or the button, not both.
{% endstep %}

{% step %}
### Set up

Use values that work as they are, so that nobody has to think about names yet.
{% endstep %}

{% step %}
### Check the result

Show what the reader should see now. If they see something else, link to
[Troubleshooting](./troubleshooting.md).
{% endstep %}
{% endstepper %}

# Next

Link to the one guide that most people need after this page.
`,
    },
    {
      ref: 'guides',
      title: 'Guides',
      description: 'One task each, from the question to the checked result.',
      text: `A guide answers a question that begins with *How do I*. It assumes that the reader has finished
[Get started](./get-started.md).

If a guide grows beyond ten steps, it is probably two guides.
`,
    },
    {
      ref: 'invite-your-team',
      into: 'guides',
      title: 'Invite your team',
      description: 'An example of a guide: who can do what, and how to ask people in.',
      text: `Invite people and decide what they can change. You need the role *admin*.

1. Open **Settings → Members**.
2. Enter one address per line.
3. Choose a role:

   | Role | Can |
   | --- | --- |
   | Reader | read everything |
   | Editor | propose and make changes |
   | Admin | also invite people and change settings |

4. Choose **Invite**. People get a message with a link that is valid for a week.

# Check it

New members appear in the list as *invited* until they have signed in.
`,
    },
    {
      ref: 'move-your-data',
      into: 'guides',
      title: 'Move your data',
      description: 'An example of a guide with a risk: back up first, then import.',
      text: `{% hint style="warning" %}
An import can overwrite entries with the same name. Make a backup first.
{% endhint %}

1. Export your data from the old system as *format*.
2. Choose **Import**, then the file.
3. Compare the number of entries with the old system.

# If the numbers differ

The report of the import names every entry that was left out, and why. Correct the file and import it again:
entries that are there already stay as they are.
`,
    },
    {
      ref: 'concepts',
      title: 'Concepts',
      description: 'The few ideas that explain how everything fits together.',
      text: `Explain each idea once, here, and link to it from everywhere else. Begin with the idea
that people misunderstand most often.

# How the parts fit together

Describe the three to five things that your product works with, and what belongs to what. A small
table is often better than a diagram:

| Thing | Belongs to | Example |
| --- | --- | --- |
| *Project* | an account | *Website* |
| *Task* | a project | *Replace the header* |
`,
    },
    {
      ref: 'reference',
      title: 'Settings and limits',
      description: 'Every setting with its default, and every limit with its number.',
      text: `# Settings

| Setting | Default | What it does |
| --- | --- | --- |
| \`language\` | \`en\` | The language of messages. |
| \`retention\` | \`30 days\` | How long deleted entries can be restored. |

# Limits

| Limit | Value | If you reach it |
| --- | --- | --- |
| Size of a file | 25 MB | The upload is rejected. Split the file. |
| Requests per minute | 600 | Requests fail with status 429. Wait a minute. |
`,
    },
    {
      ref: 'troubleshooting',
      title: 'Troubleshooting',
      description: 'What people see when something fails, and what they can do.',
      text: `Use the words that people see on their screen as titles: they search for them.

<details>

<summary>“You don’t have access”</summary>

Your role doesn't allow this. Ask an admin of your account to change your role.

</details>

<details>

<summary>The page stays empty</summary>

1. Reload the page.
2. Sign out, and sign in again.
3. If it stays empty, contact support and name the time and the address of the page.

</details>
`,
    },
    {
      ref: 'releases',
      title: 'Release notes',
      description: 'What changed, newest first.',
      text: `Tell people what they can do now that they couldn't do before. Leave out what they
can't notice.

# Version 1.1

**New** — You can invite several people at once.

**Fixed** — Times are shown in the time zone of the reader.

# Version 1.0

The first release.
`,
    },
  ],
}
