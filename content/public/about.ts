/**
 * The texts of the About page. The contact e-mail is private and shown only to signed-in clients (product.md §2.4.4), so
 * the last question of the FAQ has two answers.
 */
export const about = {
  philosophy: {
    heading: 'Healing Philosophy',
    title: 'Small things, done often, by someone who feels safe.',
    lede: 'We do not chase symptoms or sell miracles here. We listen for the rhythm you already have, and look for the smallest change that would make tomorrow a little kinder.',
    paragraphs: [
      'Most people who come through the gate know plenty already. They have the books, two apps and a drawer of half-used supplements. What they lack is an hour in which someone asks good questions and waits for the answers.',
      'So a visit begins with listening. Ayurveda gives us a way to look at the whole day, herbs a way to make one corner of it gentler, yoga a way to notice from inside whether it helped. We pick few things, we write them on one page, and we look again when the season turns.',
    ],
  },
  values: {
    heading: 'What we hold to',
    items: [
      { name: 'Time', text: 'No visit is shorter than it needs to be.' },
      { name: 'Plain words', text: 'If it cannot be said simply, it is not ready.' },
      { name: 'Choice', text: 'Every suggestion comes with a reason and a way to say no.' },
      { name: 'Fair prices', text: 'A sliding scale, without proof or questions.' },
      { name: 'Local roots', text: 'Herbs from growers we know by name.' },
      { name: 'Good company', text: 'We work beside your doctor, never instead.' },
    ],
  },
  story: {
    heading: 'My Story',
    paragraphs: [
      'I grew up above my grandmother’s grocery in Jersey City, where the answer to most complaints was a pot on the stove and a chair pulled close. It took me a degree in statistics and six years in an office to go back to that kitchen.',
      'I trained in Ayurveda in Albuquerque and Pune, in western herbs in the Willamette Valley, and in yoga with two teachers who mostly taught me to slow down. I have practiced in Portland for fourteen years, the last six of them behind the green gate on Ankeny.',
      'I still like numbers. I keep a notebook of what people told me worked, and I am glad each time it proves me wrong. When I am not at the studio I am probably at the farm in Canby, carrying crates of nettle for people who know far more about it than I do.',
    ],
    signature: 'Nalini Brandt',
    credentials: [
      { type: 'AYURVEDA', text: 'Certified Ayurvedic Practitioner' },
      { type: 'HERBALISM', text: 'Registered Herbalist, AHG' },
      { type: 'YOGA', text: 'E-RYT 500' },
    ],
  },
  services: {
    heading: 'Services',
    items: [
      {
        type: 'AYURVEDA',
        name: 'Ayurveda',
        text: 'Consultations of about 90 minutes, Marma sessions of 45, and seasonal follow-ups.',
      },
      {
        type: 'HERBALISM',
        name: 'Herbalism',
        text: 'One to one consultations, short check-ins and a monthly blending table.',
      },
      { type: 'YOGA', name: 'Yoga', text: 'Private hours and small, slow classes, some of them on chairs.' },
    ],
    link: 'See all',
  },
  studio: {
    heading: 'The Secret Studio',
    directions:
      'Look for the green gate between the fig and the blue house. One step at the door; a ramp is in the shed and takes a minute.',
    getting_here: 'Street parking on Ankeny is free; the 20 bus stops at 28th. Bicycles sleep in the garden.',
    map_link: 'Open the map',
  },
  others: {
    heading: 'Others we trust',
    people: [
      {
        name: 'Tomas Iwata, LAc',
        text: 'Acupuncture, Buckman',
        url: 'https://tomas-iwata.example',
      },
      {
        name: 'Bea Lindgren, LMT',
        text: 'Massage, Sunnyside',
        url: 'https://bea-lindgren.example',
      },
      {
        name: 'Dr. Farah Aziz, ND',
        text: 'Naturopathic medicine, Kerns',
        url: 'https://farah-aziz.example',
      },
    ],
    link: 'Website',
  },
  faq: {
    heading: 'FAQ',
    questions: [
      {
        id: 'how-long',
        question: 'How long is a visit?',
        answer:
          'A consultation runs about 90 minutes, a Marma session 45 minutes. We leave a quarter hour between people, so you are never rushed out.',
      },
      {
        id: 'what-to-bring',
        question: 'What should I bring?',
        answer: 'Any herbs or supplements you take, in their jars. Comfortable clothes. Nothing else.',
      },
      {
        id: 'pay-less',
        question: 'Can I pay less than the suggested price?',
        answer: 'Yes. Choose any amount on the line, at any visit, for any reason.',
      },
      {
        id: 'house-calls',
        question: 'Do you make house calls?',
        answer: 'For clients we have met at least once, within about five miles of the studio.',
      },
      {
        id: 'contact',
        question: 'How do I reach you?',
        /** signed out */
        answer: 'Sign in and the contact e-mail appears here. Nalini answers on Tuesdays and Fridays.',
        /** signed in; the e-mail follows as a link */
        answer_signed_in: 'Write to us. Nalini answers on Tuesdays and Fridays.',
      },
    ],
  },
  testimonials: {
    heading: 'Testimonials',
    items: [
      {
        quote:
          'I came for help with my mornings and left with a breakfast, a tea and ten minutes on the floor.',
        name: 'Ruth A., Sellwood',
      },
      { quote: 'She asked what I could afford before I had to bring it up.', name: 'Devon P., Montavilla' },
      {
        quote: 'The only class where I have been told to do less, and believed it.',
        name: 'Inés M., Kerns',
      },
      {
        quote:
          'My doctor got a clear one-page note from her. Nobody had ever written one to the other before.',
        name: 'Halvard T., Laurelhurst',
      },
    ],
  },
} as const;
