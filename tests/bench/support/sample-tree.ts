import { createElement, type ReactElement } from 'react';

/** A card as pages are made of: the floor of rendering is so many of these as give the measured page's bytes. */
export function sampleTree(): ReactElement {
  return createElement(
    'article',
    { className: 'card flow' },
    createElement('h2', { className: 'title' }, 'Herbal Consultation'),
    createElement('p', null, 'An hour of talk about how you live, sleep and eat, and a blend made for you.'),
    createElement(
      'ul',
      { className: 'facts' },
      ['60 minutes', 'Secret Studio', '$85'].map((fact) =>
        createElement('li', { key: fact }, createElement('span', { className: 'fact' }, fact)),
      ),
    ),
    createElement('a', { className: 'button', href: '/wellness-services?type=HERBALISM' }, 'See Services'),
  );
}
