// See test_bed.hpp.
#include "test_bed.hpp"

#include <linux/serial.h>

namespace boardbridge::test {

namespace {

template <class T>
T argument(UMockdevIoctlClient* client, UMockdevIoctlData*& where) {
    T value{};
    UMockdevIoctlData* const pointer = umockdev_ioctl_client_get_arg(client);
    where = umockdev_ioctl_data_resolve(pointer, 0, sizeof(T), nullptr);
    if (where != nullptr) std::memcpy(&value, where->data, sizeof(T));
    return value;
}

}  // namespace

gboolean TestBed::on_ioctl(UMockdevIoctlBase*, UMockdevIoctlClient* client, gpointer data) {
    auto* port = static_cast<Port*>(data);
    const gulong request = umockdev_ioctl_client_get_request(client);
    UMockdevIoctlData* where = nullptr;
    switch (request) {
        case TIOCMGET: {
            argument<int>(client, where);
            int lines = port->lines;
            umockdev_ioctl_data_update(where, 0, reinterpret_cast<guint8*>(&lines), sizeof lines);
            break;
        }
        case TIOCMSET:
            port->lines = argument<int>(client, where);
            break;
        case TIOCMBIS:
            port->lines |= argument<int>(client, where);
            break;
        case TIOCMBIC:
            port->lines &= ~argument<int>(client, where);
            break;
        case TIOCGSERIAL:
            argument<serial_struct>(client, where);
            break;
        case TIOCSSERIAL:
            port->low_latency = (argument<serial_struct>(client, where).flags & ASYNC_LOW_LATENCY) != 0;
            break;
        case TIOCEXCL:
            break;
        default:
            return FALSE;
    }
    if (where != nullptr) umockdev_ioctl_data_unref(where);
    umockdev_ioctl_client_complete(client, 0, 0);
    return TRUE;
}

}  // namespace boardbridge::test
