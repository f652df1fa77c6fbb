/** How a session note can begin: headings to write under. Staff choose one in an empty note. */
export const noteTemplates: readonly { readonly name: string; readonly headings: readonly string[] }[] = [
  { name: 'SOAP', headings: ['Subjective', 'Objective', 'Assessment', 'Plan'] },
  { name: 'Ayurveda', headings: ['Heard', 'Pulse, tongue, skin', 'Digestion and sleep', 'Did', 'Next'] },
  { name: 'Yoga', headings: ['Arrived with', 'Practised', 'Adjusted or left out', 'To practise at home'] },
  { name: 'Herbs', headings: ['Heard', 'Takes now', 'Recommended, how much and how long', 'Watch for'] },
];
