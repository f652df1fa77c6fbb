import type { FormBody } from './form-body.ts';
import { type Customer, type DeletedCustomer, newId } from './objects.ts';
import { fail, invalid, limited, missing, type ProviderContext } from './provider-context.ts';
import { readMetadata } from './read-session-params.ts';

/** Customers. */
export function createCustomers({ journal, seconds }: ProviderContext) {
  function createCustomer(body: FormBody): Customer {
    const customer: Customer = {
      id: newId('cus', 14),
      object: 'customer',
      email: limited(body, 'email'),
      name: limited(body, 'name'),
      address: null,
      metadata: readMetadata(body['metadata']),
      created: seconds(),
      livemode: false,
    };
    journal.put('customer', customer.id, customer);
    return customer;
  }

  const customerOf = (id: string, param = 'id') =>
    journal.get<Customer>('customer', id) ?? fail(missing('customer', id, param));

  /** Supports only a search by one metadata value: `metadata['user_id']:'…'`. */
  function searchCustomers(query: string): Customer[] {
    const asked = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(query);
    if (!asked) throw invalid('query', 'This sandbox searches for one metadata value only.');
    return journal.all<Customer>('customer').filter((customer) => customer.metadata[asked[1]!] === asked[2]);
  }

  function updateCustomer(id: string, body: FormBody): Customer {
    const customer = { ...customerOf(id) };
    if (body['email'] !== undefined) customer.email = limited(body, 'email');
    if (body['name'] !== undefined) customer.name = limited(body, 'name');
    journal.put('customer', id, customer);
    return customer;
  }

  function deleteCustomer(id: string): DeletedCustomer {
    customerOf(id);
    const deleted: DeletedCustomer = { id, object: 'customer', deleted: true };
    journal.remove('customer', id);
    journal.put('deleted-customer', id, deleted);
    return deleted;
  }

  /** Reading a deleted customer reports that it was deleted; every other use is refused. */
  const readCustomer = (id: string): Customer | DeletedCustomer =>
    journal.get<DeletedCustomer>('deleted-customer', id) ?? customerOf(id);

  return { createCustomer, customerOf, readCustomer, searchCustomers, updateCustomer, deleteCustomer };
}
