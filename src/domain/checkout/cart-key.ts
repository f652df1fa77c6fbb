/** Local storage key of the cart (product.md §9.2). It has its own file because the header of every page imports it. */
export const CART_KEY = 'wellness_cart';
