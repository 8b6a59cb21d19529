// A machine with serial ports that do not exist: umockdev's test bed with an answer to the ioctls that
// libserialport makes beyond what a pty can do. The far end of each port is a descriptor, the board's side.
#pragma once

#include <fcntl.h>
#include <sys/ioctl.h>
#include <umockdev.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace boardbridge::test {

class TestBed {
public:
    TestBed() : bed_(umockdev_testbed_new()) {}
    ~TestBed() { g_object_unref(bed_); }
    TestBed(const TestBed&) = delete;
    TestBed& operator=(const TestBed&) = delete;

    /// A USB device at `path` ("1-4") with one serial port `name` ("ttyUSB0", minor `number`).
    void plug(const std::string& path, const std::string& ids, const std::string& name, int number,
              const std::string& serial = "") {
        const std::string usb = "/devices/pci0000:00/usb1/" + path;
        const std::string interface = usb + "/" + path + ":1.0";
        const std::string port = interface + "/" + name;
        std::string d;
        d += "P: " + usb + "\nE: SUBSYSTEM=usb\nE: DEVTYPE=usb_device\nA: idVendor=" + ids.substr(0, 4) +
             "\nA: idProduct=" + ids.substr(5) + "\nA: manufacturer=DGT\nA: product=DGT Chessboard\n";
        if (!serial.empty()) d += "A: serial=" + serial + "\n";
        d += "\nP: " + interface + "\nE: SUBSYSTEM=usb\nE: DEVTYPE=usb_interface\nA: bInterfaceNumber=00\n";
        d += "\nP: " + port + "/tty/" + name + "\nN: " + name + "\nE: SUBSYSTEM=tty\nE: DEVNAME=/dev/" +
             name + "\nE: MAJOR=188\nE: MINOR=" + std::to_string(number) +
             "\nA: dev=188:" + std::to_string(number) + "\nL: device=../../../" + name + "\n";
        check([&](GError** e) { return umockdev_testbed_add_from_string(bed_, d.c_str(), e); });
        auto handler = std::make_unique<Port>();
        handler->base = umockdev_ioctl_base_new();
        handler->syspaths = {"/sys" + port + "/tty/" + name, "/sys" + interface, "/sys" + usb};
        g_signal_connect(handler->base, "handle-ioctl", G_CALLBACK(&TestBed::on_ioctl), handler.get());
        const std::string node = "/dev/" + name;
        check(
            [&](GError** e) { return umockdev_testbed_attach_ioctl(bed_, node.c_str(), handler->base, e); });
        ports_[name] = std::move(handler);
    }

    /// The cable is pulled: readers see the end, the names are gone.
    void unplug(const std::string& name) {
        const int far = far_end(name);
        const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        ::dup2(nothing, far);  // closes the far end without closing umockdev's own number
        ::close(nothing);
        const std::string node = "/dev/" + name;
        check([&](GError** e) { return umockdev_testbed_detach_ioctl(bed_, node.c_str(), e); });
        for (const std::string& path : ports_[name]->syspaths)
            umockdev_testbed_remove_device(bed_, path.c_str());
        g_object_unref(ports_[name]->base);
        ports_.erase(name);
    }

    /// The board's side of the port.
    int far_end(const std::string& name) {
        return umockdev_testbed_get_dev_fd(bed_, ("/dev/" + name).c_str());
    }
    /// TIOCM_DTR, TIOCM_RTS as last set.
    int modem_lines(const std::string& name) { return ports_.at(name)->lines; }
    bool low_latency(const std::string& name) { return ports_.at(name)->low_latency; }

private:
    struct Port {
        UMockdevIoctlBase* base = nullptr;
        std::vector<std::string> syspaths;              // innermost first
        std::atomic<int> lines{TIOCM_DTR | TIOCM_RTS};  // as the kernel raises them on opening
        std::atomic<bool> low_latency{false};
    };

    template <class F>
    static void check(F&& call) {
        GError* error = nullptr;
        if (call(&error)) return;
        const std::string text = error != nullptr ? error->message : "umockdev refused";
        g_clear_error(&error);
        throw std::runtime_error(text);
    }

    // Runs in umockdev's thread.
    static gboolean on_ioctl(UMockdevIoctlBase*, UMockdevIoctlClient* client, gpointer data);

    UMockdevTestbed* bed_;
    std::map<std::string, std::unique_ptr<Port>> ports_;
};

}  // namespace boardbridge::test
