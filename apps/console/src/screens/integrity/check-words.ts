import type { CheckId } from '@rueda/contract/admin/checks.ts'
import { language } from '../../app/language.ts'

/** Spanish words of each check; a check without them does not compile. The server says it in English. */
export const spanishChecks: Readonly<Record<CheckId, string>> = {
  'INV-00': 'todo pertenece a los libros de un cliente',
  'INV-01': 'cada asiento tiene al menos dos líneas y suma cero por activo',
  'INV-02': 'todas las líneas suman cero por activo',
  'INV-03': 'ninguna línea es cero y cada asiento nombra su causa',
  'INV-04': 'ningún monto supera 10^15',
  'INV-05': 'una cadena no tiene huecos y su tiempo nunca retrocede',
  'INV-06': 'cada cadena se recalcula hasta su cabeza y conserva cada cabeza anclada',
  'INV-07': 'una reversión es la negación exacta del asiento que nombra, que es anterior, y la única de él',
  'INV-08': 'un hecho asienta un paso una sola vez',
  'INV-09': 'una billetera tiene la suma de sus líneas, parte por parte',
  'INV-10': 'lo que una billetera retiene es lo que retienen sus órdenes abiertas, transferencias pendientes y retiros abiertos',
  'INV-11': 'nada de un cliente está por debajo de cero',
  'INV-12': 'una orden terminada no retiene nada, y las acciones en órdenes de venta son las que esas órdenes retienen',
  'INV-13': 'lo que una compra retuvo se cobró o se liberó, una vez',
  'INV-14': 'una transferencia entre billeteras saca de una lo que pone en la otra',
  'INV-14b': 'una transferencia movió lo que dice: todo al terminar, lo que no volvió si se canceló o falló, y en retención hasta entonces',
  'INV-14c': 'la mesa de cambio tiene lo que los clientes le dieron menos lo que ella les dio, moneda por moneda',
  'INV-15': 'los clientes tienen lo que entró, menos comisiones, impuestos y lo que tiene el mercado',
  'INV-16': 'las comisiones asentadas son las de las órdenes',
  'INV-19': 'una orden está en un estado de la tabla y el estado corresponde a sus ejecuciones',
  'INV-20': 'lo ejecutado y lo restante son lo ordenado, y las ejecuciones lo suman',
  'INV-21': 'cada ejecución tiene un asiento con sus dos lados, el dinero para un lado y las acciones para el otro, y al revés',
  'INV-21b':
    'una operación entre clientes está asentada de los dos lados o de ninguno: mismo instrumento, precio, cantidad y momento, lados opuestos, dos cuentas',
  'INV-21c': 'los clientes operan entre sí dentro de la cotización del momento y, en una subasta, dentro de su banda',
  'INV-22': 'ninguna ejecución es de una orden desconocida ni posterior al último día de su orden',
  'INV-22b':
    'ninguna ejecución está fuera de su sesión o en una suspensión: fuera del horario regular, solo lo que se ordenó para eso o al precio de cierre',
  'INV-22c': 'nada se ejecuta mientras el personal lo tiene suspendido',
  'INV-22d': 'ninguna ejecución pasa los límites de su día',
  'INV-23': 'ninguna ejecución es peor de lo que su orden permite',
  'INV-24':
    'nada que haga un cliente aumenta lo que tiene: mover no suma a ningún activo y operar no da más que su precio menos sus cargos',
  'INV-24b': 'un cambio da menos que el punto medio de su momento, se cotice para el lado que se cotice',
  'INV-24c': 'lo que pidió una posición apalancada es su valor sobre ese apalancamiento, y ninguno supera el de su mercado',
  'INV-25': 'la tenencia es lo comprado menos lo vendido, cambiado por las divisiones, y lo mismo en el libro',
  'INV-26': 'los resultados realizados son los de las ejecuciones',
  'INV-27': 'una orden movió precio × cantidad, redondeado una vez',
  'INV-28': 'una billetera guarda tanto margen como sus posiciones, y cada posición lo que se puso por ella',
  'INV-35': 'una respuesta guardada pertenece a una cuenta',
  'INV-37': 'ninguna sesión vive más allá de su fin ni es de una cuenta sin libros',
  'INV-40': 'cada posición sale igual cuando se arma de nuevo desde las ejecuciones',
  'CLOSED-DAY': 'nada se operó en un día cerrado por el personal; lo cerraron dos personas y se anunció antes',
  'FUND-1': 'una suscripción retiene su monto hasta el valor de cuota, y después tiene las cuotas, la comisión y los pagos asentados',
  'FUND-2': 'lo que un fondo tiene de una suscripción es lo que costaron sus cuotas, y más solo por comisiones de salida anticipada',
  'FUND-3': 'las cuotas se compraron por el monto menos la comisión al valor de su día, nunca redondeadas hacia arriba',
  'DEPOSIT-1': 'un depósito se asienta por lo que llegó y se acredita por lo que dice, y el que no se acredita no se asienta',
  'DEPOSIT-2': 'cada depósito que llegó es su línea de la cadena o del banco, y cada línea es un depósito',
  'DEPOSIT-3': 'lo que un cliente tiene en suspenso es lo que espera a su nombre menos lo que debe',
  'WITHDRAWAL-1': 'un retiro está retenido hasta que se decide, pagado menos su comisión cuando salió, y entero de nuevo si no salió',
  'WITHDRAWAL-2': 'no salió más de lo que permiten un día y un mes',
  'WITHDRAWAL-3': 'lo que pasó con un retiro es el final de su cronología',
  'WITHDRAWAL-4': 'nada por encima de lo que puede dejar salir una persona se pagó sin la palabra de dos, para exactamente eso',
  'DIVIDEND': 'un dividendo se paga una vez, por lo que dice su derecho, a nadie sin derecho, y no falta ninguno que se deba',
  'SPLIT': 'a cada tenedor de una acción que se dividió se le contó de nuevo, y nadie tiene órdenes en acciones viejas',
  'SETTLE': 'lo pendiente de liquidar es de ventas que no se liquidaron',
  'STREET': 'del lado de la calle no queda nada de lo ya liquidado',
  'MESSAGE': 'un mensaje del fin de una orden es de una orden terminada de su cliente, y llega una vez',
  'ALERT': 'una alerta que sonó tiene su mensaje y su línea en el registro, los dos del mismo cliente',
  'REVERSAL-1': 'una reversión es de un tipo que se puede revertir y la pidieron dos personas, o es de un pago que volvió',
  'MARGIN-FILLS': 'una posición es lo abierto menos lo cerrado, según sus ejecuciones, salvo que haya vencido',
  'MARGIN-ENTRIES': 'cada ejecución en margen que movió dinero tiene su asiento',
  'MARGIN-HELD': 'lo que las órdenes de cierre retienen de una posición es lo que ella muestra como retenido',
  'MARGIN-RESULT': 'los resultados, swaps y comisiones de una posición son los de sus asientos',
  'HOUSE-DAYS': 'los días cerrados de una cuenta de la casa son las sumas de sus líneas',
  'ANCHORS': 'los archivos de anclas están, enteros, y se escribe en ellos',
  'CHECKPOINT': 'lo que se verificó antes está como estaba',
}

const isCheck = (id: string): id is CheckId => Object.hasOwn(spanishChecks, id)

/** Says a check in the language of the console; an older run may name a check that is no longer made. */
export const checkSays = ({ id, says }: Readonly<{ id: string; says: string }>): string =>
  language() === 'es' && isCheck(id) ? spanishChecks[id] : says
