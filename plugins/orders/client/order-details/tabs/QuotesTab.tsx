export { OrderQuotes as default } from '../../quotes/OrderQuotes.tsx';
