/** Local storage key of the cart (spec §9). Apart from the cart's rules: the header of every page asks for it. */
export const CART_KEY = 'wellness_cart';
