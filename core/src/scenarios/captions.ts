import type { SceneName } from './pictures.ts'
import type { Random } from './random.ts'

interface Phrases {
  openings: readonly string[]
  closings: readonly string[]
  tags: readonly string[]
}

const phrases: Record<SceneName, Phrases> = {
  sea: {
    openings: [
      'Out before the ferry, back before the bread was cold.',
      'Flat water all the way to the lighthouse.',
      'The wind turned at four and took us home.',
      'Nobody said a word until the sun was up.',
      'First sail of the season, last dry socks of the day.',
      'The tide table said no. The tide said yes.',
    ],
    closings: [
      'Worth every cold finger.',
      'Ask me again in February.',
      'The gulls had opinions.',
      'We will be back on Thursday.',
      'Salt in the coffee, as usual.',
    ],
    tags: ['#sailing', '#harbourlife', '#goldenhour', '#saltwater', '#tides'],
  },
  stillLife: {
    openings: [
      'Plums from the neighbour, bowl from my grandmother.',
      'A slow lunch needs a heavy bowl.',
      'Market day: I went for onions.',
      'The kitchen table at its best, before anyone sits down.',
      'Three kinds of apples and one that nobody can name.',
      'Tea first, then the washing up.',
    ],
    closings: [
      'The recipe is in the comments, more or less.',
      'Nothing here was planned.',
      'There is a cake coming. There is always a cake coming.',
      'The good cup is back from repair.',
      'We ate everything in the picture.',
    ],
    tags: ['#kitchentable', '#slowfood', '#seasonal', '#marketday', '#homecooking'],
  },
  hills: {
    openings: [
      'Seven ridges, counted twice.',
      'The long way round, on purpose.',
      'We had the whole valley and half a sandwich.',
      'Every hill looks like the last one until it is not.',
      'Snow up there, blackberries down here.',
      'The path ends where the view begins.',
    ],
    closings: [
      'Two hours up, one nap, two hours down.',
      'Boots still drying.',
      'No signal, no complaints.',
      '@the.slow.oven carried the soup.',
      'Same bench, other season.',
    ],
    tags: ['#hillwalking', '#ridgeline', '#slowtravel', '#mountains', '#weekendwalk'],
  },
  town: {
    openings: [
      'The yellow house got its third coat of paint.',
      'Someone always leaves a light on along the quay.',
      'Market boats in, church clock wrong, everything as it should be.',
      'I have walked past these doors a thousand times.',
      'The crooked one in the middle is the bakery.',
      'Rain until noon, then this.',
    ],
    closings: [
      'Come for the herring, stay for the gables.',
      'The cat on the third step says hello.',
      'Open on Saturdays, weather permitting.',
      'Number nine is for sale, if you are asking.',
      'The bells start at six.',
    ],
    tags: ['#oldtown', '#quayside', '#gables', '#smalltownlife', '#windowlight'],
  },
  forest: {
    openings: [
      'Mist in the pines until the coffee was gone.',
      'Chanterelles: none. Quiet: plenty.',
      'We followed the owl and lost the path.',
      'You hear the wind long before it arrives.',
      'The woods smell of rain and pencil shavings.',
      'Counting rings, losing count, starting again.',
    ],
    closings: [
      'Home by lamplight.',
      'The dog found a better stick.',
      'Left only footprints, and one glove.',
      'Please send the glove back.',
      'Everything drips and nobody minds.',
    ],
    tags: ['#pinewoods', '#forestwalk', '#morningmist', '#outdoors', '#quietplaces'],
  },
}

/** What is to be seen in a picture of the scene. */
export const altTexts: Record<SceneName, string> = {
  sea: 'A sailing boat on calm water under a low sun',
  stillLife: 'A bottle, a bowl of fruit and a cup on a table',
  hills: 'Hills one behind the other, with pines in front',
  town: 'Gabled houses along a quay, a sailing boat before them',
  forest: 'Rows of pines in the mist',
}

/** A caption that fits the scene, with a few tags. Its opening is not among the `used` ones until all of the scene are. */
export function captionOf(scene: SceneName, random: Random, used: Set<string>): string {
  const { openings, closings, tags } = phrases[scene]
  const first = random.integer(0, tags.length - 1)
  const chosen = [...tags, ...tags].slice(first, first + random.integer(1, 3))
  if (openings.every((text) => used.has(text))) for (const text of openings) used.delete(text)
  const drawn = openings.indexOf(random.pick(openings))
  const opening = [...openings.slice(drawn), ...openings].find((text) => !used.has(text)) ?? ''
  used.add(opening)
  return `${opening} ${random.pick(closings)} ${chosen.join(' ')}`
}

/** Captions that a client has to get right, by the post's place in the listing; null is none at all. */
export const unusualCaptions: ReadonlyMap<number, string | null> = new Map<number, string | null>([
  [
    1,
    'Eight stops along the coast 🌊⛵️\n\n1. The quay\n2. The lighthouse\n3. Soup 🍲\n\n👩‍👩‍👧 + 🐕 = ❤️‍🔥 #coastpath',
  ],
  [4, null],
  [
    7,
    'Butter < cream & "proper" flour: <b>bold</b> words.\n<script>alert(1)</script> &amp; no ]]> salt',
  ],
  [
    9,
    'Typed with wet gloves:\u0008 a bell\u0007, a tab\there, an escape\u001b[31m. All still on board.',
  ],
  [12, longest()],
  ...[15, 55, 95, 135, 175, 215, 255].map((place) => [place, null] as const),
  [24, '#harbourlife #bluehour #noword'],
  [32, 'Καλημέρα, добро утро, 早安, שלום: the guest book of the summer.'],
])

/** As long as the platform allows. */
function longest(): string {
  const story = Object.values(phrases).flatMap(({ openings, closings }) => [
    ...openings,
    ...closings,
  ])
  return `The whole summer in one breath. ${story.join(' ')} ${story.join(' ')}`.slice(0, 2200)
}
